import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { toastSuccess } from '#kit/web/alerts.ts'
import { copyText } from '#kit/web/copy-text.ts'
import { saveFile } from '#kit/web/fetch-file.ts'
import { useVirtualItems } from '#kit/web/use-virtual-items.ts'
import classes from './DuplicateCheck.module.css'
import type { ResultItem } from './result-items.ts'
import { texts } from './texts.ts'

type Props = {
  title: string
  items: readonly ResultItem[]
  /** What the panel says without items. */
  empty: string
  /** Of the downloaded .txt file, without extension. */
  fileName: string
  /** Further buttons. */
  children?: ReactNode
}

/** A read-only list of addresses with its count, a button to copy them and one to download them (S-084). */
export function ResultPanel({ title, items, empty, fileName, children }: Props) {
  const heading = useId()
  const text = () => items.map(({ url }) => url).join('\n')
  const copy = async () => {
    if (await copyText(text(), texts.notCopied)) toastSuccess(texts.copied(items.length))
  }
  const button = { size: 'xs', variant: 'default', disabled: items.length === 0 } as const
  return (
    <section className={classes['panel']} aria-labelledby={heading}>
      <div className={classes['head']}>
        <Group gap="xs">
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          <Badge variant="light" color="gray" tt="none">
            {texts.lineCount(items.length)}
          </Badge>
        </Group>
        <Group gap="xs">
          {children}
          <Button {...button} leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button
            {...button}
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveFile(new Blob([`${text()}\n`], { type: 'text/plain' }), `${fileName}.txt`)}
          >
            {texts.download}
          </Button>
        </Group>
      </div>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          {empty}
        </Text>
      ) : (
        <ResultList label={title} items={items} />
      )}
    </section>
  )
}

function ResultList({ label, items }: { label: string; items: readonly ResultItem[] }) {
  const box = useRef<HTMLUListElement>(null)
  const measured = useMemo(() => items.map(({ key, notes }) => ({ key, height: notes.length > 0 ? 50 : 30 })), [items])
  const { visibleItems, before, after, measure } = useVirtualItems({
    box,
    pageScrolls: false,
    items: measured,
    onEnd: () => undefined,
  })
  return (
    <ul ref={box} className={classes['list']} aria-label={label} tabIndex={0}>
      <li aria-hidden style={{ height: before }} />
      {visibleItems.map(({ index, key }) => (
        <Item key={key} item={items[index]!} index={index} measure={measure} />
      ))}
      <li aria-hidden style={{ height: after }} />
    </ul>
  )
}

type ItemProps = { item: ResultItem; index: number; measure: (element: Element | null) => void }

function Item({ item: { url, notes, search }, index, measure }: ItemProps) {
  return (
    <li ref={measure} data-index={index} className={classes['item']}>
      <span className={classes['url']}>{url}</span>
      {notes.length > 0 || search ? (
        <span className={classes['notes']}>
          {notes.join(' · ')}
          {search ? (
            <Anchor component={Link} to="/enforcement" search={search as never} size="xs">
              {texts.open}
            </Anchor>
          ) : null}
        </span>
      ) : null}
    </li>
  )
}
