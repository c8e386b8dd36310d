/**
 * Countries that a paid order can ship to: ISO 3166-1 alpha-2, as Stripe Checkout allows them
 * (https://docs.stripe.com/api/checkout/sessions/create, `allowed_countries`). The database holds
 * the same list (`private.is_country`).
 */
export const countryCodes: readonly string[] = `
AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER
ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID
IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV
LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU
NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA
VC VE VG VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

const known = new Set(countryCodes);

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** What people write instead of the code. */
const others: Readonly<Record<string, string>> = {
  UK: 'GB',
  ENGLAND: 'GB',
  'GREAT BRITAIN': 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  USA: 'US',
  AMERICA: 'US',
  'UNITED STATES OF AMERICA': 'US',
  UAE: 'AE',
  EL: 'GR',
  HOLLAND: 'NL',
};

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export function countryName(code: string): string {
  return names.of(code) ?? code;
}

function codeNamed(text: string): string | undefined {
  const wanted = text.toUpperCase();
  return (
    others[wanted] ??
    countryCodes.find((code) => countryName(code).toUpperCase() === wanted) ??
    (wanted.length === 3 ? countryCodes.find((code) => wanted.startsWith(code)) : undefined)
  );
}

/** Splits a comma-separated list into codes, uppercase and without duplicates. */
export function readCountries(typed: string): string[] {
  const codes = typed.split(',').map((code) => code.trim().toUpperCase());
  return [...new Set(codes.filter(Boolean))];
}

/** What is wrong with the countries as typed, and what to write instead; null if nothing is. */
export function findCountryProblem(typed: string): string | null {
  const codes = readCountries(typed);
  if (codes.length === 0) return 'Name at least one country, such as US.';
  const wrong = codes.find((code) => !isCountry(code));
  if (wrong === undefined) return null;
  const meant = codeNamed(wrong);
  return meant
    ? `“${wrong}” is not a country code. For ${countryName(meant)} write ${meant}.`
    : `“${wrong}” is not a country code. Write two letters for each country, such as US, CA, GB.`;
}

/** Every country by name, for a select. */
export function countryOptions(): { value: string; label: string }[] {
  return countryCodes
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
