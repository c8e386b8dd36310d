import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { maxQuantity } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { toCents } from '#domain/money.ts';
import { cartStore } from './store/cart-store.ts';

/** The columns of a product that a cart line is made of. */
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
  /** What the stepper beside it shows; counts only where the shop is set to. */
  stepperQuantity?: number;
  size?: 'md' | 'lg';
  variant?: 'primary' | 'secondary';
  className?: string;
}

/** Adds one, says so in a notice and to screen readers, and keeps the focus. */
export function AddToCartButton({
  product,
  stepperQuantity = 1,
  size = 'lg',
  variant = 'primary',
  className,
}: AddToCartButtonProps) {
  const { site } = useShop();
  const [announcement, setAnnouncement] = useState('');

  if (!product.buyable) {
    return (
      <Button disabled size={size} variant={variant} className={className}>
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
    if (clamped) {
      showToast({
        title: `Your cart contains ${maxQuantity} of ${name}`,
        description: `Maximum ${maxQuantity} per product.`,
      });
      return;
    }
    showToast({ title: 'Added to cart', description: `${name} has been added to your cart.` });
    setAnnouncement(`Your cart contains ${quantity} of ${name}.`);
  }

  return (
    <>
      <Button
        size={size}
        variant={variant}
        className={className}
        onClick={add}
        data-press-once="true"
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
