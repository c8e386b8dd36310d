import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';

/** Stores the code of a link to any page, `?discount=CODE`, for cart and checkout. */
export function DiscountLink() {
  const { selling } = useShop();
  const code = new URLSearchParams(useLocation().search).get('discount')?.trim();
  const taken = selling?.codes;
  useEffect(() => {
    if (!code || !taken) return;
    import('#app/lib/checkout-choices.ts')
      .then(({ checkoutChoices }) => {
        if (checkoutChoices.get().code === code) return;
        checkoutChoices.set({ code });
        showToast({
          title: 'Discount code saved',
          description: `${code.toUpperCase()} will be checked in your cart.`,
        });
      })
      // The code can still be typed there.
      .catch(() => {});
  }, [code, taken]);
  return null;
}
