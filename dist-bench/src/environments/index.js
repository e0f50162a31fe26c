// Every world that Agon ships, by id.
import { Registry } from "../core/registry.js";
import { coopetitionWorlds } from "./coopetition/index.js";
export const environments = new Registry("environment", coopetitionWorlds);
