import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { texts } from './texts.ts'

/** Leads to the open drafts of all brands. */
export function AllOpenDraftsButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<IconFiles size={14} aria-hidden />} onClick={onClick}>
      {texts.allOpenDrafts}
    </Button>
  )
}
