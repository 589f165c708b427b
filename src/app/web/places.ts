/** Lets later features stand in places of earlier ones' screens; each with one line, in the order of the features. */
export function fillPlaces(): void {}
