import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** In place of a picture of too many pixels: decoding it would stop the browser. The original is offered as children. */
export function TooLargePicture({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xs" align="center" p="md" role="status">
      <Text size="sm">This picture cannot be shown here. It may be too large.</Text>
      {children}
    </Stack>
  )
}

/** Label of the download of such a picture. */
export const downloadOriginal = 'Download original'
