// Code that runs in the engine before a program: one function that calls the program's and serialises its result, and one that classifies
// errors. They capture the built-ins they need before a program can change them, call no methods that a program may have modified, and are
// not reachable from the program. Expected results never enter the engine, so a program cannot forge a verdict: if it manipulates these
// functions, the manipulated result is what is judged.

/** Deepest nesting of a result; deeper or cyclic values are not data. */
const DEEPEST = 100;

/** Prefixes of a call's result: `DATA` is followed by the value in the format of `data.ts`, the others by nothing. */
export const DATA = "=";
export const NO_DATA = "?";
export const SYNTAX = "syntax";
export const MEMORY = "memory";
export const OTHER = "other";

export const PRELUDE = `(() => {
  "use strict";
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { isArray } = Array;
  const { sort } = Array.prototype;
  const { hasOwnProperty } = Object.prototype;
  const { stringify } = JSON;
  const plain = Object.prototype;
  const syntax = SyntaxError.prototype;
  const internal = InternalError.prototype;
  const noData = {};

  const own = (holder, key) => {
    const property = getOwnPropertyDescriptor(holder, key);
    if (property === undefined) return undefined;
    if (!apply(hasOwnProperty, property, ["value"])) throw noData;
    return property.value;
  };

  const list = (value, depth) => {
    let text = "[";
    const length = value.length;
    for (let k = 0; k < length; k++) text += (k === 0 ? "" : ",") + data(own(value, k), depth);
    return text + "]";
  };

  const record = (value, depth) => {
    const prototype = getPrototypeOf(value);
    if (prototype !== plain && prototype !== null) throw noData;
    const keys = ownKeys(value);
    const count = keys.length;
    for (let k = 0; k < count; k++) if (typeof keys[k] !== "string") throw noData;
    apply(sort, keys, []);
    let text = "{";
    for (let k = 0; k < count; k++) {
      const key = keys[k] === "__proto__" ? '["__proto__"]' : stringify(keys[k]);
      text += (k === 0 ? "" : ",") + key + ":" + data(own(value, keys[k]), depth);
    }
    return text + "}";
  };

  const data = (value, depth) => {
    if (value === null) return "null";
    switch (typeof value) {
      case "number":
      case "boolean":
      case "undefined":
        return "" + value;
      case "string":
        return stringify(value);
      case "object":
        if (depth === 0) throw noData;
        return isArray(value) ? list(value, depth - 1) : record(value, depth - 1);
    }
    throw noData;
  };

  return {
    call: (written, given) => {
      const returned = apply(written, undefined, given);
      try {
        return "${DATA}" + data(returned, ${DEEPEST});
      } catch (error) {
        if (error === noData) return "${NO_DATA}";
        throw error;
      }
    },
    kind: (error) => {
      if (typeof error !== "object" || error === null) return "${OTHER}";
      const prototype = getPrototypeOf(error);
      if (prototype === syntax) return "${SYNTAX}";
      const message = getOwnPropertyDescriptor(error, "message");
      return prototype === internal && message !== undefined && message.value === "out of memory" ? "${MEMORY}" : "${OTHER}";
    },
  };
})()`;
