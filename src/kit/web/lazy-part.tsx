import { type ComponentType, type FunctionComponent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { checkWhenSlow, connection, watchConnection } from './connection.ts'
import { ErrorState } from './ErrorState.tsx'
import { failureOfPart } from './missing-part.ts'
import { PartBoundary } from './PartBoundary.tsx'

/**
 * A component whose code is fetched when it is first rendered, or before by `preload`. Until then it renders `waiting`.
 * Code that cannot be fetched (no network, or an update replaced the file) never throws: the part itself says so and is
 * fetched again on request, or when the connection is back. Unlike React's `lazy`, one failure is not for ever, and code
 * that is there is rendered at once, without the 300 ms by which React delays a component that suspends. `failed` stands
 * in its place where an error would be repeated in each row of a list.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, failed }: { waiting?: ReactNode; failed?: ReactNode } = {},
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | undefined
  const fetchCode = async () => (loaded ??= await checkWhenSlow(load()))

  function LazyPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [error, setError] = useState<unknown>()
    const show = useCallback((component: ComponentType<Props>) => setLoaded(() => component), [])
    const fetchNow = useCallback(() => {
      fetchCode().then(show, async (problem) => setError(await failureOfPart(problem)))
    }, [show])
    // What fails again although the server answers is not there any more, or the browser does not fetch it again.
    const retry = useCallback(() => void fetchCode().then(show, setError), [show])
    useEffect(() => {
      if (Loaded) return undefined
      fetchNow()
      return watchConnection(() => connection() === 'up' && fetchNow())
    }, [Loaded, fetchNow])
    if (Loaded)
      return (
        <PartBoundary>
          <Loaded {...props} />
        </PartBoundary>
      )
    if (error === undefined) return waiting
    return failed === undefined ? <ErrorState error={error} retry={retry} /> : failed
  }
  // A failure to fetch early is not an error yet: the part tries again when it is rendered.
  LazyPart.preload = () =>
    fetchCode().then(
      () => undefined,
      () => undefined,
    )
  return LazyPart
}
