// A page of titled sections below its header, with links to them at its top.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

/** A section of a page: its anchor, its title, its content, and whether the data has it. */
export interface PagePart<T> {
  readonly id: string;
  readonly title: string | ((data: T) => string);
  readonly about?: string;
  readonly has?: (data: T) => boolean;
  readonly content: (props: { readonly data: T }) => ComponentChildren;
}

interface PagePartsProps<T> {
  readonly data: T;
  /** Title of the document. */
  readonly title: string;
  readonly parts: readonly PagePart<T>[];
  /** The header. */
  readonly children: ComponentChildren;
}

export function PageParts<T>({ data, title: whole, parts: all, children }: PagePartsProps<T>) {
  useEffect(() => {
    document.title = `${whole} · Agon`;
  }, [whole]);
  const parts = all
    .filter(({ has }) => has === undefined || has(data))
    .map((part) => ({ ...part, title: typeof part.title === "string" ? part.title : part.title(data) }));
  return (
    <>
      <nav aria-label="Parts of the report">
        <ul>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        {children}
        {parts.map(({ id, title, about, content: Content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {about !== undefined && <p class="about">{about}</p>}
            <Content data={data} />
          </section>
        ))}
      </main>
    </>
  );
}
