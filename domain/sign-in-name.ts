const names: Readonly<Record<string, string>> = {
  email: 'your email address',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
};

/** The display name of a sign-in provider that the accounts call `google` or `custom:mine`. */
export function signInName(provider: string): string {
  const known = names[provider];
  if (known) return known;
  const bare = provider.replace(/^custom:/, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
