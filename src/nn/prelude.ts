// Globals that jax-js expects and Node 20 lacks. Imported before jax-js for its side effects.

// Float16Array arrives with Node 24; jax-js only compares against it. jax-js looks for WebGPU in `navigator`, which Node 20 lacks.
Reflect.set(globalThis, "Float16Array", Reflect.get(globalThis, "Float16Array") ?? class Float16Array {});
Reflect.set(globalThis, "navigator", Reflect.get(globalThis, "navigator") ?? {});
