import { useShop } from '#app/lib/use-shop.ts';

/** When the parcel leaves and how long it takes; nothing if the owner has not said. */
export function DeliveryPromise() {
  const { deliveryPromise } = useShop();
  return deliveryPromise ? <p className="text-sm text-ink-soft">{deliveryPromise}</p> : null;
}
