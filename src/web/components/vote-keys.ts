// Keyboard shortcuts for judging. They apply where the focused element does not accept letters.

import { useEffect, useRef } from "preact/hooks";

/** Actions by key, in lower case. */
export type KeyDeeds = Readonly<Record<string, () => void>>;

/** Listens while the component is mounted; a key that is held down acts once. */
export function useVoteKeys(deeds: KeyDeeds): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const takesLetters = 'select, textarea, input:not([type="range"], [type="radio"])';
      if (document.activeElement?.matches(takesLetters) === true) return;
      const deed = latest.current[event.key.toLowerCase()];
      if (deed === undefined) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
