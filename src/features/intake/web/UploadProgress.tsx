import { Button, Group, Progress, Text } from '@mantine/core'
import { uploadTexts } from './texts.ts'
import type { Work } from './work.ts'

/** The running work with its progress, and a button to cancel it (S-017). */
export function UploadProgress({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const { text, share } = describeWork(work)
  return (
    <Group gap="sm" wrap="nowrap" style={{ flex: 1 }}>
      <Text size="sm" role="status" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </Text>
      <Progress
        value={share * 100}
        style={{ flex: 1, maxWidth: 320 }}
        aria-label={text}
        animated={share === 1 || share === 0}
      />
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  )
}

function describeWork(work: Work): { text: string; share: number } {
  switch (work.kind) {
    case 'reading':
      return { text: uploadTexts.reading(work.done, work.total), share: work.total === 0 ? 0 : work.done / work.total }
    case 'files':
      return { text: uploadTexts.uploadingFiles(work.done, work.total), share: work.done / work.total }
    default:
      return { text: uploadTexts.sending(work.kind, work.rows, work.share), share: work.share }
  }
}
