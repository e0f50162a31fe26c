// Pages of games that people play: begin one, take its turns, and see a saved one.

import { useEffect } from "preact/hooks";
import { isPlayShown, openGame, savedGame } from "../play-choice.ts";
import { GameOrderPage } from "./game-order-page.tsx";
import { SavedGamePage } from "./saved-game-page.tsx";
import { SeatGamePage } from "./seat-game-page.tsx";

export function PlayPages() {
  const [open, saved] = [openGame.value, savedGame.value];
  const isShown = isPlayShown.value;
  useEffect(() => {
    if (isShown) document.title = "Play · Agon";
  }, [isShown]);
  if (!isShown) return null;
  if (open !== null) return <SeatGamePage key={open} game={open} />;
  return saved === null ? <GameOrderPage /> : <SavedGamePage key={saved} game={saved} />;
}
