// The settings that distinguish a variant, as a list of paths and values.

interface Named {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Returns the settings that distinguish a variant, except those that its name contains and those that all variants share. */
export function telling({ name, settings }: Named, all: readonly Named[]): Readonly<Record<string, string>> {
  const isSaid = ([path, value]: readonly [string, string]) => {
    const inName = name.split(", ").includes(`${path.split(".").at(-1)}=${value}`) || name === value;
    return inName || (all.length > 1 && all.every((other) => other.settings[path] === value));
  };
  return Object.fromEntries(Object.entries(settings).filter((one) => !isSaid(one)));
}

export const Settings = ({ settings }: { readonly settings: Readonly<Record<string, string>> }) => (
  <span class="settings">
    {Object.entries(settings).map(([key, value]) => (
      <span key={key}>
        {key}: <b>{value}</b>
      </span>
    ))}
  </span>
);
