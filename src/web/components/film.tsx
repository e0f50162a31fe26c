// A small picture, enlarged without a blur. Of a clip one frame is seen at a time, in a loop.

interface FilmProps {
  /** A PNG in base64; of a clip its frames side by side. */
  readonly png: string;
  readonly frames?: number | undefined;
  readonly alt: string;
  readonly title?: string;
  /** Side of a frame in pixels. */
  readonly side: number;
}

export const Film = ({ png, frames = 1, alt, title, side }: FilmProps) => (
  <div class="film" style={{ "--frames": String(frames), "--side": `${side}px` }}>
    <img src={`data:image/png;base64,${png}`} alt={alt} title={title} width={side * frames} height={side} />
  </div>
);
