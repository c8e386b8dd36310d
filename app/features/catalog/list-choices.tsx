import { Choice, Choices } from '#app/components/ui/choices.tsx';
import {
  type ProductChoice,
  type ProductSort,
  productSorts,
  productsPath,
  sortLabels,
} from '#domain/product-sort.ts';

interface ListChoicesProps {
  choice: ProductChoice;
  /** The default order. */
  initial: ProductSort;
  tags: readonly string[];
}

/** Sort order and tag of the list, as links, so that they work without scripts and can be shared. */
export function ListChoices({ choice, initial, tags }: ListChoicesProps) {
  const { sort, tag } = choice;
  // The chosen tag may not be among the most used ones.
  const shown = tag === null || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <div className="mb-8 space-y-2 text-sm">
      <Choices label="Sort by">
        {productSorts.map((one) => (
          <Choice
            key={one}
            to={productsPath({ sort: one, tag }, initial)}
            current={one === sort}
            label={sortLabels[one]}
          />
        ))}
      </Choices>
      {shown.length > 0 ? (
        <Choices label="Show">
          <Choice
            to={productsPath({ sort, tag: null }, initial)}
            current={tag === null}
            label="Everything"
          />
          {shown.map((one) => (
            <Choice
              key={one}
              to={productsPath({ sort, tag: one }, initial)}
              current={one === tag}
              label={one}
            />
          ))}
        </Choices>
      ) : null}
    </div>
  );
}
