// A titled part of the page, with the line that says what it shows.

import type { ComponentChildren } from "preact";

export interface SectionProps {
  /** Anchor, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, title, about, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {about !== undefined && <p class="about">{about}</p>}
      {children}
    </section>
  );
}
