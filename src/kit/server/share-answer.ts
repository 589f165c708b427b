/**
 * The work, begun at most once in so many milliseconds: whoever asks meanwhile gets the same answer, also when it
 * rejects. The arguments are those of the caller that began it.
 */
export function shareAnswer<Args extends unknown[], Answer>(
  milliseconds: number,
  work: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  let latest: { at: number; answer: Promise<Answer> } | undefined
  return (...args) => {
    if (!latest || performance.now() - latest.at > milliseconds)
      latest = { at: performance.now(), answer: work(...args) }
    return latest.answer
  }
}
