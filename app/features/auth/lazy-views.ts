import { lazyPart } from '#app/components/ui/lazy-part.tsx';

// Views after the first step, loaded on demand.
export const CheckYourEmail = lazyPart(async () => ({
  default: (await import('./check-your-email.tsx')).CheckYourEmail,
}));
export const OtherPerson = lazyPart(async () => ({
  default: (await import('./other-person.tsx')).OtherPerson,
}));
export const RecoveryStep = lazyPart(async () => ({
  default: (await import('#app/components/two-step/recovery-step.tsx')).RecoveryStep,
}));
export const RequestMail = lazyPart(async () => ({
  default: (await import('./request-mail.tsx')).RequestMail,
}));
export const ResetPassword = lazyPart(async () => ({
  default: (await import('./reset-password.tsx')).ResetPassword,
}));
export const SecondStep = lazyPart(async () => ({
  default: (await import('#app/components/two-step/second-step.tsx')).SecondStep,
}));
