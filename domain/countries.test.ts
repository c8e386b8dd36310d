import { describe, expect, it } from 'vitest';
import { countryCodes, findCountryProblem, readCountries } from './countries.ts';

describe('countries shipped to', () => {
  it('reads codes as people type them', () => {
    expect(readCountries(' us,CA ,, gb,US')).toEqual(['US', 'CA', 'GB']);
    expect(findCountryProblem('us, ca,GB')).toBeNull();
    expect(findCountryProblem(countryCodes.join(','))).toBeNull();
  });

  it.each([
    ['UK', 'For United Kingdom write GB.'],
    ['US, Germany', 'For Germany write DE.'],
    ['USA', 'For United States write US.'],
    ['QQ', 'such as US, CA, GB'],
    ['XX', 'such as US, CA, GB'],
    ['Narnia', 'such as US, CA, GB'],
    [' , ', 'at least one country'],
  ])('refuses %s and says what to write', (typed, advice) => {
    expect(findCountryProblem(typed)).toContain(advice);
  });
});
