/**
 * The work, begun while it is not running and at most once in so many milliseconds: whoever asks meanwhile gets the same
 * answer, also when it rejects. The arguments are those of the caller that began it.
 */
export function shareAnswer<Args extends unknown[], Answer>(
  milliseconds: number,
  work: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  let latest: { at: number; isRunning: boolean; answer: Promise<Answer> } | undefined
  const begin = (args: Args) => {
    const one = { at: Date.now(), isRunning: true, answer: work(...args) }
    const end = () => void (one.isRunning = false)
    one.answer.then(end, end)
    return one
  }
  return (...args) => {
    if (!latest || (!latest.isRunning && Date.now() - latest.at >= milliseconds)) latest = begin(args)
    return latest.answer
  }
}
