import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { differingFields } from './differing-fields.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { texts } from './texts.ts'

type Props = { platform: FindingPlatformDefinition; rows: readonly EnforcedFinding[] }

/** What "Bulk enforcement" writes, and that one registrar or host is entered for findings that have several. */
export function ManyFindings({ platform, rows }: Props) {
  const differing = platform.enforcedWith.length > 0 ? differingFields(rows) : []
  return (
    <Stack gap="xs" mb="sm">
      <Text size="sm">{texts.recordsMany(rows.length)}</Text>
      {differing.length > 0 ? (
        <Alert color="orange" variant="default" py={8} icon={<IconAlertTriangle aria-hidden />}>
          {texts.differing(differing)}
        </Alert>
      ) : null}
    </Stack>
  )
}
