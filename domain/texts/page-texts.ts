import { line, menu, sections, text } from './text-field.ts';

const italics = '*One word* in italics.';

/**
 * The texts of the pages. Those fixed by the requirements appear verbatim; none of them makes up
 * people, places or tests behind a brand, which only its owner knows.
 */
export const homeTexts = {
  meta_title: line(
    'Title in search results',
    '{name} | Pure Himalayan Shilajit, Tested Batch by Batch',
  ),
  meta_description: text(
    'Description in search results',
    'Himalayan shilajit resin and drops, tested batch by batch, with a number on every lid that you can check yourself.',
  ),
  hero_title: line('Hero: heading', 'Himalayan shilajit, *proven* jar by jar', { hint: italics }),
  hero_text: line(
    'Hero: text',
    'Resin and drops, tested batch by batch. The number on every lid is yours to check.',
  ),
  hero_shop: line('Hero: first button', 'Shop now'),
  hero_verify: line('Hero: second button', 'Verify your bottle'),
  stats: sections(
    'Statistics',
    '# 100%\nPure and Natural\n\n# 5000+\nHappy Customers\n\n# 99.9%\nPurity Tested',
    { hint: 'A figure after # and what it counts in the line below. Three fit beside each other.' },
  ),
  start_label: line('Over the product to start with', 'Start here'),
  products_title: line('Products: heading', 'The *range*', { hint: italics }),
  verify_title: line('Verify: heading', 'The lid *tells* you', { hint: italics }),
  verify_text: text(
    'Verify: text',
    'Every jar and bottle carries its own number, such as SH2041. Enter it to find out in a second whether it came from our workshop.',
  ),
  verify_button: line('Verify: button', 'Verify authenticity'),
  why_title: line('Why us: heading', 'Why choose *{name}*', { hint: italics }),
  why: sections(
    'Why us: reasons',
    [
      '# Every jar can be checked\nA number on every jar and every bottle, that only we can confirm.',
      '# One raw material\nHimalayan shilajit, as resin and as drops, and little else.',
      '# Tested batch by batch\nWhat was found in a batch is published with its number.',
      '# A person answers\nWrite to us about a jar, an order or a number on a lid.',
    ].join('\n\n'),
    { hint: 'Each reason: # and its heading, then a sentence or two in the lines below.' },
  ),
  testimonials_title: line('Testimonials: heading', 'What people *say*', { hint: italics }),
  partners_title: line('Partners: heading', 'The people *behind* it', { hint: italics }),
  articles_title: line('Articles: heading', 'Latest *articles*', { hint: italics }),
  articles_button: line('Articles: button', 'All articles'),
};

export const aboutTexts = {
  meta_title: line('Title in search results', 'About Us: Shilajit That You Can Check | {name}'),
  meta_description: text(
    'Description in search results',
    'Who we are, what we sell, and why each bottle carries a unique number.',
  ),
  title: line('Heading', 'Shilajit that you *can check*', { hint: '*Words* in italics.' }),
  intro: text('Introduction', 'One raw material, and a number on every lid.'),
  chapters: sections(
    'Text',
    [
      '# Our mission\nTo sell shilajit that anyone can check, down to the number on the lid.',
      '# Our products\nResin and drops. What is in a jar stands on its label.\n\nWe make no promises about health.',
      '# Our quality\nEach bottle has a unique batch number. Enter it on the validity page and you know whether it is ours.',
      '# Sustainability\nJars and bottles are glass, and can be used again.',
    ].join('\n\n'),
    { hint: 'Each part: # and its heading, then paragraphs, divided by blank lines.' },
  ),
  products_button: line('First button', 'See the products'),
  contact_button: line('Second button', 'Write to us'),
};

export const productsTexts = {
  title: line('Heading', 'All products'),
  intro: text(
    'Introduction',
    'Shilajit as resin and drops, purified slowly and tested batch by batch. The number on every lid tells you which batch you have.',
  ),
  kinds_title: line('First note: heading', 'Resin or drops?'),
  kinds_text: text(
    'First note: text',
    'Resin comes in a 30g jar with a spoon and dissolves in a warm drink. Drops are the same resin in 30ml, already dissolved: count, stir, done.',
  ),
  check_title: line('Second note: heading', 'Every jar can be checked'),
  check_text: text(
    'Second note: text',
    'Look for the number on the lid, such as SH2041, and compare it with our list.',
  ),
  shipping_title: line('Third note: heading', 'Shipping and returns', {
    hint: 'Its text is the free-shipping claim and the sentence about returns (Settings).',
  }),
};

/** A menu of the owner's own, in place of the default entries. */
const ownMenu = (label: string, example: string, more: string) =>
  menu(label, '', {
    optional: true,
    hint: `Empty: the entries named above. Otherwise one a line, as "${example}", in their order; pages of the shop or https addresses.${more}`,
  });

/** On every page. The banner's claim, the tagline and the notices below the footer are settings. */
export const layoutTexts = {
  home: line('Menu: home', 'Home'),
  products: line('Menu: products', 'Products'),
  blog: line('Menu: blog', 'Blog'),
  validity: line('Menu on phones: validity', 'Validity'),
  about: line('Menu: about', 'About'),
  about_long: line('Menu on phones: about', 'About Us'),
  contact: line('Menu: contact', 'Contact'),
  contact_long: line('Menu on phones: contact', 'Contact Us'),
  cart: line('Menu on phones: cart', 'Cart'),
  orders: line('Menu on phones: orders', 'My Orders'),
  verify: line('Banner, header and footer: verify', 'Verify your bottle'),
  recalls: line('Footer: recalls', 'Recalls'),
  shipping_and_returns: line('Footer: shipping and returns', 'Shipping and returns'),
  privacy: line('Footer: privacy', 'Privacy'),
  terms: line('Footer: terms', 'Terms of sale'),
  manufactured_by: line('Footer: over the manufacturer', 'Manufactured by'),
  distributed_by: line('Footer: over the distributor', 'Distributed by'),
  main_menu: ownMenu('Menu: entries', 'Products: /products', ''),
  phone_menu: ownMenu(
    'Menu on phones: entries',
    'Home: /',
    ' Cart and My Orders are found here; Sign In or Sign Out always comes last.',
  ),
  footer_menu: ownMenu('Footer: entries', 'Recalls: /recalls', ''),
};
