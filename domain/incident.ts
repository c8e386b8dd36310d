export type IncidentKind =
  | 'webhooks_silent'
  | 'emails_stuck'
  | 'events_stuck'
  | 'payments_unreachable'
  | 'reconciler_stopped'
  | 'disk_low'
  | 'clock_wrong'
  | 'backup_missing'
  | 'restore_unconfirmed';

export interface IncidentWords {
  title: string;
  /** What it means for customers, and what to do. */
  advice: string;
}

/** `company` names the payment service, if the incident is about one. */
export function describeIncident(kind: IncidentKind, company: string): IncidentWords {
  switch (kind) {
    case 'webhooks_silent':
      return {
        title: `${company} webhooks no longer reach the shop`,
        advice: `No payment is lost: the shop checks with ${company} every five minutes. Check in ${company}’s dashboard that webhooks go to the shop’s address.`,
      };
    case 'emails_stuck':
      return {
        title: 'Emails cannot be sent',
        advice:
          'None is lost: they wait and leave by themselves once the mail server takes them. Check that it runs and that SMTP_URL is right.',
      };
    case 'events_stuck':
      return {
        title: `Events of ${company} cannot be processed`,
        advice:
          'They are tried again for three days, and no payment is lost. The log says why they fail.',
      };
    case 'payments_unreachable':
      return {
        title: `${company} does not answer`,
        advice: `Nobody can pay by ${company} meanwhile. See its status page, and check the shop’s keys if they are refused.`,
      };
    case 'reconciler_stopped':
      return {
        title: 'Payments are no longer checked',
        advice:
          'Payments of customers who closed their page may be noticed late. Restart the shop; the log says why.',
      };
    case 'disk_low':
      return {
        title: 'The disk is almost full',
        advice: 'Below 50 MB the shop takes no more requests. Make room on the disk of DATA_DIR.',
      };
    case 'clock_wrong':
      return {
        title: 'The clocks of shop and database differ',
        advice: 'Sign-ins and events of payment services may be refused. Set both clocks by NTP.',
      };
    case 'backup_missing':
      return {
        title: 'The shop is not being backed up',
        advice:
          'Check that what BACKUP_TO names can be written to and has room. It is tried again every ten minutes.',
      };
    case 'restore_unconfirmed':
      return {
        title: 'The shop was restored from a backup',
        advice:
          'Emails and jobs wait until an administrator confirms it under Health. First make sure that the former shop no longer runs, and that orders and products look right.',
      };
  }
}
