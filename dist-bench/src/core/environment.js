// What a world is. The numeric form is a small state machine over typed arrays that never allocates in `step`; the
// message form (messages.ts) is what people, programs and servers speak, and every numeric world has it through one adapter.
/** What a step left the episode in, as bits: an ending of the world's own, or the horizon reached. */
export const Status = { running: 0, terminated: 1, truncated: 2 };
/** Sum of the fields' sizes. */
export function observationSize(fields) {
    return fields.reduce((sum, field) => sum + field.size, 0);
}
/** Where a field begins in an observation, or undefined where the world has no such field. */
export function fieldOffset(spec, name) {
    let offset = 0;
    for (const field of spec.observation) {
        if (field.name === name)
            return offset;
        offset += field.size;
    }
    return undefined;
}
