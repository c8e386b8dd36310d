import { lazy } from 'react';

// What is shown after a first step, and is not there for who only comes to sign in.
export const CheckYourEmail = lazy(async () => ({
  default: (await import('./check-your-email.tsx')).CheckYourEmail,
}));
export const OtherPerson = lazy(async () => ({
  default: (await import('./other-person.tsx')).OtherPerson,
}));
export const RecoveryStep = lazy(async () => ({
  default: (await import('#app/components/two-step/recovery-step.tsx')).RecoveryStep,
}));
export const RequestMail = lazy(async () => ({
  default: (await import('./request-mail.tsx')).RequestMail,
}));
export const ResetPassword = lazy(async () => ({
  default: (await import('./reset-password.tsx')).ResetPassword,
}));
export const SecondStep = lazy(async () => ({
  default: (await import('#app/components/two-step/second-step.tsx')).SecondStep,
}));
