import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { toStoredLine } from '#domain/line.ts';
import { toCents } from '#domain/money.ts';
import { notifyAdded, notifyFull } from './notify-added.ts';
import { cartStore } from './store/cart-store.ts';

/** The product columns needed for a cart line. */
interface CartProduct {
  id: string;
  name: string;
  weight_type: string;
  price: number;
  image_url: string;
  buyable: boolean;
}

interface AddToCartButtonProps {
  product: CartProduct;
  /** The quantity in the stepper beside it; used only if the shop is set to. */
  stepperQuantity?: number;
  onAdded?: () => void;
  size?: 'md' | 'lg';
  variant?: 'primary' | 'secondary';
}

/** Adds the product, announces it with a notice and to screen readers, and keeps focus. */
export function AddToCartButton({
  product,
  stepperQuantity = 1,
  onAdded,
  size = 'lg',
  variant = 'primary',
}: AddToCartButtonProps) {
  const { site } = useShop();
  const [announcement, setAnnouncement] = useState('');

  if (!product.buyable) {
    return (
      <Button disabled size={size} variant={variant}>
        Sold Out
      </Button>
    );
  }

  const { id, name, weight_type, price, image_url } = product;
  const line = {
    id,
    name,
    weight: weight_type,
    priceCents: toCents(price),
    imageUrl: image_url,
    quantity: site.addToCartQuantity === 'stepper' ? stepperQuantity : 1,
  };

  function add(): void {
    const { quantity, clamped } = cartStore.add(line);
    if (clamped) notifyFull(name);
    else notifyAdded(name);
    onAdded?.();
    setAnnouncement(`Your cart contains ${quantity} of ${name}.`);
  }

  return (
    <>
      <Button
        size={size}
        variant={variant}
        onClick={add}
        data-cart-line={JSON.stringify(toStoredLine(line))}
        aria-label={`Add to Cart: ${product.name}`}
      >
        Add to Cart
      </Button>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
