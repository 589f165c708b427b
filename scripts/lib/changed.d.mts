export function testsFor(files: readonly string[]): { server: string[]; journeys: string[] }
