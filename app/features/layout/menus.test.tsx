import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const layout = (
  <>
    <SiteHeader
      search={null}
      cart={null}
      account={null}
      accountEntry={<a href="/auth">Sign In</a>}
    />
    <SiteFooter />
  </>
);
const entriesOf = (name: string) =>
  [...page.getByRole('navigation', { name, exact: true }).element().querySelectorAll('a')].map(
    (link) => `${link.textContent} ${link.getAttribute('href')}`,
  );

it('shows the entries that the shop comes with', async () => {
  await renderAt('/products', layout);
  expect(entriesOf('Main')).toEqual([
    'Products /products',
    'Blog /blog',
    'About /about',
    'Contact /contact',
  ]);
  expect(entriesOf('Footer')).toContain('Recalls /recalls');
});

it('shows the owner’s own entries instead, and always the way to sign in', async () => {
  await renderAt('/products', layout, {
    menus: {
      main: [
        { label: 'Shop', to: '/products' },
        { label: 'Press', to: 'https://press.example/' },
      ],
      phone: [{ label: 'Our story', to: '/about' }],
      footer: [{ label: 'Recalls', to: '/recalls' }],
    },
  });
  expect(entriesOf('Main')).toEqual(['Shop /products', 'Press https://press.example/']);
  expect(entriesOf('Footer')).toEqual(['Recalls /recalls']);
  await page.viewport(360, 800);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(entriesOf('Menu')).toEqual(['Our story /about', 'Sign In /auth']);
  await page.viewport(1280, 800);
});
