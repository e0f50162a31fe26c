// A drawing by Observable Plot that fills its column, and is redrawn when the column's width changes.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface FigureProps {
  /** Description of the figure for screen readers. */
  readonly label: string;
  readonly caption?: ComponentChildren;
  /** Title of the x axis, where the drawing has none: it wraps where it is long. */
  readonly axis?: string;
  /** Title of the y axis, where the drawing has none. */
  readonly side?: string;
  /** Draws the figure for a width in pixels. */
  readonly draw: (width: number) => Element;
}

export function Figure({ label, caption, axis = "", side = "", draw }: FigureProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let drawn = 0;
    const redraw = () => {
      const width = Math.floor(element.clientWidth);
      if (width === drawn || width === 0) return;
      drawn = width;
      const picture = draw(width);
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", label);
      element.replaceChildren(picture);
    };
    redraw();
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [draw, label]);
  return (
    <figure>
      {side !== "" && <p class="axis-label">{side}</p>}
      <div class="drawing" ref={box} />
      {axis !== "" && <p class="axis-label below">{axis}</p>}
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
