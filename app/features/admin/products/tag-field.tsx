import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { addTag } from '#domain/product.ts';
import { EnterField } from '../form/enter-field.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';

interface TagFieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
}

export function TagField({ value, onChange }: TagFieldProps) {
  const { pathname } = useLocation();
  const [text, setText] = useStoredState<string>(`tag:${pathname}`, alwaysRestore);
  const add = () => {
    if (text) onChange(addTag(value, text));
    setText(null);
  };
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    // A tag still in the field when the form is saved is meant to be saved too. A native listener
    // runs before React's.
    const form = box.current?.closest('form');
    const addTyped = () => latest.current();
    form?.addEventListener('submit', addTyped);
    return () => form?.removeEventListener('submit', addTyped);
  }, []);
  return (
    <div ref={box} className="space-y-3">
      <div className="flex items-end gap-2">
        <EnterField
          label="New tag"
          name="new-tag"
          className="min-w-0 flex-1"
          value={text ?? ''}
          onChange={setText}
          onEnter={add}
        />
        <Button variant="secondary" onClick={add}>
          Add
        </Button>
      </div>
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {value.map((tag) => (
            <li
              key={tag}
              className="inline-flex max-w-full items-center rounded-sm bg-bone-deep pl-3 text-sm font-medium"
            >
              <span className="min-w-0 break-words">{tag}</span>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(value.filter((each) => each !== tag))}
                className="flex size-11 shrink-0 items-center justify-center rounded-sm hover:bg-stone"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
