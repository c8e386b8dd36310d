import type { ProviderReturn } from './use-provider-return.ts';

const returnTexts: Record<ProviderReturn, string> = {
  canceled: 'The payment was canceled and nothing was charged. Your cart is as you left it.',
  back: 'You came back before the payment was finished. Your cart is as you left it, and you can pay whenever you are ready.',
};

export default function ReturnNotice({ returned }: { returned: ProviderReturn }) {
  return (
    <p role="status" className="rounded-md bg-pine-soft px-5 py-4 text-sm text-pine">
      {returnTexts[returned]}
    </p>
  );
}
