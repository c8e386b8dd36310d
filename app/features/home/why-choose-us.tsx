import { Picture } from '#app/components/ui/picture.tsx';
import { useShop } from '#app/lib/use-shop.ts';

const reasons = [
  {
    title: 'We know the rock',
    text: 'One cooperative of eleven families in the Spiti valley collects for us, by hand, from June to September.',
  },
  {
    title: 'We let it take its time',
    text: 'Dissolved in spring water, settled, filtered, then thickened below 50 °C for about three weeks. Nothing is added.',
  },
  {
    title: 'We measure before we fill',
    text: 'An independent laboratory tests each batch for heavy metals, microbes and fulvic acid content.',
  },
  {
    title: 'We sign every lid',
    text: 'A batch number that only we can confirm, on every jar and every bottle.',
  },
];

export function WhyChooseUs() {
  const { site } = useShop();
  return (
    <section aria-labelledby="why-title" className="page-width py-14 lg:py-24">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h2 id="why-title" className="text-display">
            Why choose <em>{site.brand}</em>
          </h2>
          <Picture
            src="/media/resin-macro-1600.webp"
            alt="Glossy black-brown shilajit resin folding over itself"
            sizes="(min-width: 64rem) 38vw, 94vw"
            width={1600}
            height={1000}
            className="mt-6 aspect-[16/9] w-full rounded-md object-cover lg:mt-10 lg:aspect-[4/3]"
          />
        </div>
        <ol className="border-t border-ink">
          {reasons.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-b border-line py-5 md:grid-cols-[4rem_1fr] lg:py-9"
            >
              <span aria-hidden="true" className="font-display text-display-sm text-saffron-ink">
                {index + 1}
              </span>
              <div>
                <h3 className="text-display-sm">{title}</h3>
                <p className="mt-1 max-w-prose text-sm text-ink-soft md:mt-2 md:text-base">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
