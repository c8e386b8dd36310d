import { useEffect, useRef, useState } from 'react';

interface Section {
  id: string;
  title: string;
}

/**
 * A table of contents, built from the sections of the form beside it, so new sections appear by
 * themselves.
 */
export function SettingsIndex() {
  const nav = useRef<HTMLElement>(null);
  const [sections, setSections] = useState<Section[]>([]);
  useEffect(() => {
    const found = nav.current?.closest('form')?.querySelectorAll('section[id]') ?? [];
    setSections(
      [...found].map((section) => ({
        id: section.id,
        title: section.querySelector('h2')?.textContent ?? '',
      })),
    );
  }, []);
  return (
    <nav ref={nav} aria-label="On this page" className="max-lg:mb-5">
      <ul className="flex flex-wrap gap-x-5 lg:sticky lg:top-24 lg:flex-col">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-sm text-ink-soft hover:text-ink hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
