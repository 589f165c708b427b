/** V8 flags of the console's processes. */
export const memoryFlags: readonly string[]
/** The project folder. */
export const root: string
/** Path of a Node that runs TypeScript; undefined when there is none. */
export function modernNode(): string | undefined
/** Path of a program of an installed package. */
export function bin(packageName: string, script: string): string
/** Runs a command in the project folder with our terminal; returns its exit code, 1 when a signal ended it. */
export function run(
  command: string,
  flags: readonly string[],
  options: { env?: Readonly<Record<string, string>>; cwd?: string },
): Promise<{ code: number; text: string }>
