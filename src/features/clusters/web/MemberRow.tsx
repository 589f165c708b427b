import { ActionIcon, Checkbox, Table } from '@mantine/core'
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import type { ClusterMember } from '#features/clusters/contract.ts'
import { CutText, StatusMark, Thumbnail, thumbnailOf } from '#kit/web/cells.tsx'
import { onControl } from '#kit/web/RecordRow.tsx'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { showDay } from '#vocabulary/dates.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { linkText, texts } from './texts.ts'
import classes from './clusters.module.css'

type Props = {
  member: ClusterMember
  /** What was decided since the list was loaded comes with it. */
  status: string
  isOpen: boolean
  isActive: boolean
  open: () => void
  isSelected: boolean
  toggle: ((id: string) => void) | undefined
}

/** A finding of a cluster; a click on it opens it beside the list. */
export function MemberRow({ member, status, isOpen, isActive, open, isSelected, toggle }: Props) {
  const { id, address, imageUrl, links, brand, platform, reportingDate } = member
  return (
    <Table.Tr
      className={classes['member']!}
      data-row={id}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => {
        if (!onControl(event.target) && String(getSelection()) === '') open()
      }}
    >
      {toggle ? (
        <Table.Td data-part="select">
          <Checkbox size="xs" aria-label={texts.select(address)} checked={isSelected} onChange={() => toggle(id)} />
        </Table.Td>
      ) : null}
      <Table.Td data-part="open">
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={texts.openBeside(address)}
          aria-pressed={isOpen}
          onClick={open}
        >
          <IconLayoutSidebarRightExpand size={15} aria-hidden />
        </ActionIcon>
      </Table.Td>
      <Table.Td data-part="picture">
        <Thumbnail source={thumbnailOf(imageUrl)} label={texts.picture} />
      </Table.Td>
      <Table.Td className={classes['address']!} data-part="title">
        <SuspiciousLink address={address} />
        <div className={classes['links']}>{links.map(linkText).join(' · ')}</div>
      </Table.Td>
      <Table.Td maw={140} data-head="Brand">
        <CutText text={brand} />
      </Table.Td>
      <Table.Td data-extra data-head="Platform">
        {platformTitleOf(platform)}
      </Table.Td>
      <Table.Td data-extra data-head="Reported" style={{ whiteSpace: 'nowrap' }}>
        {showDay(reportingDate)}
      </Table.Td>
      <Table.Td data-head="Status">
        <StatusMark code={status} />
      </Table.Td>
    </Table.Tr>
  )
}
