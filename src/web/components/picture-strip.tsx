// A picture of a weighing, or the frames of a clip side by side, with its file below.

/** Longest side in pixels of pictures that are enlarged pixel by pixel. */
const SMALL = 64;

const sharpen = (image: HTMLImageElement | null): void => {
  const set = (): void => {
    if (image !== null) image.dataset.small = String(Math.max(image.naturalWidth, image.naturalHeight) <= SMALL);
  };
  if (image?.complete === true) set();
  else image?.addEventListener("load", set, { once: true });
};

export const PictureStrip = ({ file, frames }: { readonly file: string; readonly frames: readonly string[] }) => (
  <figure class="picture-strip">
    <div>
      {frames.map((frame, k) => (
        <img
          key={`${file} ${k}`}
          ref={sharpen}
          src={frame}
          alt={frames.length === 1 ? file : `${file}, frame ${k + 1}`}
        />
      ))}
    </div>
    <figcaption>{frames.length === 0 ? `${file} is not there any more` : file}</figcaption>
  </figure>
);
