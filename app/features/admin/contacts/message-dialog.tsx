import { Button, buttonClasses } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { Moment } from '../table/moment.tsx';
import { replyAddress } from './reply-address.ts';

interface MessageDialogProps {
  contact: RowOf<'contacts'>;
  onClose: () => void;
  onAnswered: (isAnswered: boolean) => void;
}

/** One message in full, with its actions. */
export default function MessageDialog({ contact, onClose, onAnswered }: MessageDialogProps) {
  const { site } = useShop();
  const { name, email, phone, message, created_at, answered_at } = contact;
  return (
    <ModalDialog open onOpenChange={(open) => open || onClose()} title={`Message from ${name}`}>
      <p className="text-sm break-all text-ink-soft">
        {email} · {phone} · <Moment at={created_at} />
      </p>
      <p className="mt-4 max-h-[50vh] overflow-y-auto text-sm leading-relaxed break-words whitespace-pre-line">
        {message}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onAnswered(!answered_at)}>
          {answered_at ? 'Mark as open' : 'Mark as answered'}
        </Button>
        <a href={replyAddress(contact, site.brand)} className={buttonClasses()}>
          Reply by email
        </a>
      </div>
    </ModalDialog>
  );
}
