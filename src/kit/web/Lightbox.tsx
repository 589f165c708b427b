import { ActionIcon, Anchor, Center, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { thumbnailOf } from './cells.tsx'
import { asDownload } from './fetch-file.ts'
import { downloadOriginal, TooLargePicture } from './TooLargePicture.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'
import classes from './Viewer.module.css'

export type Picture = { id: string; source: string; caption: string }

type Props = { pictures: readonly Picture[]; open: string | undefined; onOpen: (id: string | undefined) => void }

/** One picture enlarged; the arrow keys move through the list's pictures, Esc closes. */
export function Lightbox({ pictures, open, onOpen }: Props) {
  const at = pictures.findIndex((picture) => picture.id === open)
  const picture = pictures[at]
  /** The picture whose original the browser can show: a tab of its own would stop with one that is too large. */
  const [showable, setShowable] = useState<string>()
  const step = (by: number) => {
    const next = pictures[at + by]
    if (open !== undefined && next) onOpen(next.id)
  }
  useViewerKeys(open !== undefined, step)
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
            <Enlarged key={picture.source} picture={picture} onShown={() => setShowable(picture.source)} />
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
              {showable === picture.source ? (
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
              ) : null}
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

/**
 * The small version of a stored picture, then all of it. One of too many pixels has no small version: decoding it would
 * stop the browser, so that it is only offered as a download.
 */
function Enlarged({ picture: { source, caption }, onShown }: { picture: Picture; onShown: () => void }) {
  const small = thumbnailOf(source, 'card') ?? source
  const [shown, setShown] = useState<'small' | 'full' | 'none'>(small === source ? 'full' : 'small')
  if (shown === 'none')
    return (
      <TooLargePicture>
        <Anchor size="sm" href={asDownload(source)} download>
          {downloadOriginal}
        </Anchor>
      </TooLargePicture>
    )
  return (
    <img
      src={shown === 'full' ? source : small}
      alt={caption}
      className={classes.picture}
      referrerPolicy="no-referrer"
      onLoad={() => {
        setShown('full')
        onShown()
      }}
      onError={() => shown === 'small' && setShown('none')}
    />
  )
}
