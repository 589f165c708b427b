import { ActionIcon, Center, Group, Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import classes from './Viewer.module.css'

export type Picture = { id: string; source: string; caption: string }

type Props = { pictures: readonly Picture[]; open: string | undefined; onOpen: (id: string | undefined) => void }

/** One picture enlarged; the arrow keys move through the list's pictures, Esc closes. */
export function Lightbox({ pictures, open, onOpen }: Props) {
  const at = pictures.findIndex((picture) => picture.id === open)
  const picture = pictures[at]
  const step = (by: number) => {
    const next = pictures[at + by]
    if (open !== undefined && next) onOpen(next.id)
  }
  useHotkeys([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
  ])
  return (
    <Modal
      opened={picture !== undefined}
      onClose={() => onOpen(undefined)}
      size="xl"
      centered
      title={
        <Text size="sm" fw={600} lineClamp={1}>
          {picture?.caption}
        </Text>
      }
    >
      {picture && (
        <>
          <Center className={classes.stage}>
            <img src={picture.source} alt={picture.caption} className={classes.picture} referrerPolicy="no-referrer" />
          </Center>
          <Group justify="space-between" mt="sm">
            <ActionIcon
              variant="default"
              size="lg"
              aria-label="Previous picture"
              disabled={at === 0}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <Text size="sm" c="dimmed" aria-live="polite">
              {at + 1} of {pictures.length}
            </Text>
            <Group gap="xs">
              <ActionIcon
                variant="default"
                size="lg"
                component="a"
                href={picture.source}
                target="_blank"
                rel="noopener noreferrer nofollow"
                aria-label="Open the picture in a new tab"
              >
                <IconExternalLink size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label="Next picture"
                disabled={at === pictures.length - 1}
                onClick={() => step(1)}
              >
                <IconChevronRight size={18} />
              </ActionIcon>
            </Group>
          </Group>
        </>
      )}
    </Modal>
  )
}
