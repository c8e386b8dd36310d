const names: Readonly<Record<string, string>> = {
  email: 'your email address',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
};

/** What people call a way to sign in that the accounts know as `google` or `custom:mine`. */
export function signInName(provider: string): string {
  const known = names[provider];
  if (known) return known;
  const bare = provider.replace(/^custom:/, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
