import { sections, type TextField, type TextSection, writeSections } from './texts/text-field.ts';

/** For every legal page: its path, the place of its texts, and the layout text that names it. */
export const legalPages = {
  'shipping-and-returns': { place: 'legal_shipping_and_returns', title: 'shipping_and_returns' },
  privacy: { place: 'legal_privacy', title: 'privacy' },
  terms: { place: 'legal_terms', title: 'terms' },
} as const;

export type LegalPage = keyof typeof legalPages;

/** Plain starting points for the owner's lawyer, not legal advice. */
const defaults: Record<LegalPage, readonly TextSection[]> = {
  'shipping-and-returns': [
    {
      heading: 'What shipping costs',
      text: 'Shipping is free on orders over {amount}. For all others it is calculated at checkout, before you pay.',
    },
    {
      heading: 'When it leaves and when it arrives',
      text: 'Orders placed before noon, Monday to Friday, usually leave our distributor on the same business day. Within the United States, delivery takes three to five business days; elsewhere, seven to fourteen. You will receive an email when your order ships.\n\nCustoms in your country may open a package or charge duties. We cannot see or pay these for you.',
    },
    {
      heading: 'Returns within 30 days',
      text: 'You may return unopened jars and bottles within 30 days of delivery, for any reason. The seal must be whole: once a jar has been opened we cannot sell it to anyone else.\n\nWrite to us first through the contact page, with the order number. You will receive an address and a reference number. We refund the price within five business days of receiving the package, to the card or account that paid. You pay for return shipping unless we sent the wrong product.',
    },
    {
      heading: 'Broken, lost or wrong',
      text: 'If something arrives broken, or is not what you ordered, send us a photo within 14 days and we will replace or refund it, whichever you prefer, at our cost.\n\nIf the tracking of a package has not changed for ten business days, tell us. We will look for it, and send another if it does not turn up.',
    },
    {
      heading: 'A number we do not recognize',
      text: 'If the validity page does not recognize the number on your lid, do not use the product. Send us a photo of the lid and the label. If it is ours, we will replace it; if it is not, we will tell you what we can see.',
    },
  ],
  privacy: [
    {
      heading: 'The short version',
      text: 'We keep what we need to send your order and to answer you, and nothing to track you. This shop sets no advertising cookies and loads nothing from other companies while you browse.',
    },
    {
      heading: 'What we keep, and why',
      text: 'Orders: your name, address, email and phone number, what you bought and what you paid. We need them to deliver, and tax law requires us to keep them for up to ten years.\n\nMessages: what you write in the contact form, so that we can answer. You may ask us to delete it.\n\nAccounts, if you create one: your email, your name, and a hash of your password, which cannot be turned back into it. Your cart is kept with the account; without one it stays in your browser.\n\nPage views: how often a product page was opened. Your address is turned into a hash that changes daily, and the hash is deleted after a day.',
    },
    {
      heading: 'Who else sees it',
      text: 'Payments are taken on the pages of the payment provider that you choose. We never see your card number; the provider tells us that the payment went through and where to ship your order. The carrier receives your name, address and phone number. No one else receives anything unless a court orders it.',
    },
    {
      heading: 'What is stored in your browser',
      text: 'Your cart and, if you sign in, your session. Where the shop asks for them, the country and region that you order to and your discount code. When you pay, cookies that let only you see the order’s details for a day, and for two weeks keep you from paying twice for one cart, as banks can take that long. When you sign up or in, one that recognizes this browser. None of it is read by other sites.',
    },
    {
      heading: 'Your rights',
      text: 'You may ask what we hold about you, have it corrected, receive a copy of it, or have it deleted as far as the law allows. Write to us through the contact page; we answer within 30 days. You may also file a complaint with the data protection authority where you live.',
    },
  ],
  terms: [
    {
      heading: 'Who sells to you',
      text: 'The seller is the distributor named at the bottom of every page. These terms apply to every order in this shop.',
    },
    {
      heading: 'How a contract is formed',
      text: 'A product page is an invitation to make an offer. You make an offer when you pay; we accept it with the confirmation email. If we cannot deliver, we tell you and refund what you paid in full.',
    },
    {
      heading: 'Prices',
      text: 'Prices are in US dollars. The price on the product page when you pay is the price that applies; the cart tells you if a price has changed in the meantime.',
    },
    {
      heading: 'What our products are',
      text: 'They are dietary supplements. They are not medicine and do not replace a varied diet. Nothing in this shop is medical advice. Keep them away from children. If you are pregnant, nursing, taking medication or have a medical condition, ask your doctor before you use them.',
    },
    {
      heading: 'The number on the lid',
      text: 'A VALID result on the validity page means that we filled a batch with that number. It cannot tell who handled the jar afterwards. Tell us if the seal is broken.',
    },
    {
      heading: 'If something is wrong',
      text: 'Your statutory rights are not affected: a faulty product will be replaced or refunded. We accept unlimited liability for death or personal injury and for intentional misconduct. Otherwise, our liability is limited to the foreseeable damage caused by breach of an essential obligation.',
    },
    {
      heading: 'Law',
      text: 'These terms are governed by the law of the state in which the distributor is located. Consumers keep the protection of the law where they live.',
    },
  ],
};

/** Each legal page is a single text. */
export const legalTextFields = {
  legal_shipping_and_returns: legalText('shipping-and-returns', {
    placeholders: ['amount'],
    hint: '{amount} is what shipping is free from. Where there are delivery zones, a paragraph with it lists what each costs.',
  }),
  legal_privacy: legalText('privacy'),
  legal_terms: legalText('terms'),
};

function legalText(page: LegalPage, more: Partial<TextField> = {}) {
  return { text: sections('Text', writeSections(defaults[page]), more) };
}
