// Pay: what an agent learns from, made from outcomes by a declared object that the world knows nothing of.
export {};
