// What jax-js expects of its host and Node 20 does not have. Imported before it, for its effect alone.

// Float16Array arrives with Node 24; jax-js only compares against it. `navigator` is asked for WebGPU, which is not here.
Reflect.set(globalThis, "Float16Array", Reflect.get(globalThis, "Float16Array") ?? class Float16Array {});
Reflect.set(globalThis, "navigator", Reflect.get(globalThis, "navigator") ?? {});
