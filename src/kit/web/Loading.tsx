import { Center, Loader, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bodyMark } from './body-mark.ts'

/** The full-page loader hides after 5 s even if the request still runs (C-339, G19). */
export const loaderMilliseconds = 5000

const pageLoads = bodyMark('data-page-loads')

/** The loader of a whole page. It appears after 150 ms, so that fast pages do not flicker. */
export function PageLoading() {
  const [stage, setStage] = useState<'early' | 'shown' | 'over'>('early')
  useEffect(() => {
    const timers = [setTimeout(() => setStage('shown'), 150), setTimeout(() => setStage('over'), loaderMilliseconds)]
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <Center ref={pageLoads} mih={240} aria-busy={stage !== 'over'} data-loader={stage}>
      {stage === 'shown' ? <Loader role="status" size="sm" aria-label="Loading" /> : null}
      {stage === 'over' ? (
        <Text role="status" size="sm" c="dimmed">
          Still loading. The server is slow to answer.
        </Text>
      ) : null}
    </Center>
  )
}

/** One block of the right height while something loads; its name is what is awaited. */
export function LoadingBlock({ height, label = 'Loading' }: { height: number; label?: string }) {
  return <Skeleton role="status" height={height} aria-label={label} />
}

/** Skeleton rows of the right height while a list loads, so that the layout does not jump. */
export function LoadingRows({ rows = 10, height = 36 }: { rows?: number; height?: number }) {
  return (
    <Stack gap={0} role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} style={{ height, display: 'flex', alignItems: 'center', padding: '0 12px' }}>
          <Skeleton height={12} width={`${88 - ((index * 17) % 40)}%`} />
        </div>
      ))}
    </Stack>
  )
}
