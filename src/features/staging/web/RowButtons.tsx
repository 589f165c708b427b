import { useRef } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconDeviceFloppy, IconPhoto, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { isEmpty } from '#columns/column.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { texts } from './texts.ts'

type Props = {
  row: GridRow
  index: number
  canSave: boolean
  isBusy: boolean
  onSave: () => void
  onPicture: (files: readonly File[]) => void
  onShow: () => void
}

/** Picture, save and delete of one row (S-056). The grid removes the row itself, so that it can be undone. */
export function RowButtons({ row, index, canSave, isBusy, onSave, onPicture, onShow }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hasPicture = !isEmpty(row['s3FullImagePath']) && String(row['imageUrl'] ?? '').startsWith('/api/')
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`Picture of row ${row.sn}`}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onPicture(files)
        }}
      />
      <ActionIcon
        variant="subtle"
        color={hasPicture ? undefined : 'gray'}
        size={24}
        tabIndex={-1}
        loading={isBusy}
        aria-label={hasPicture ? texts.showPicture(row.sn) : texts.addPicture(row.sn)}
        title={hasPicture ? texts.showPicture(row.sn) : texts.addPicture(row.sn)}
        onClick={() => (hasPicture ? onShow() : input.current?.click())}
      >
        {hasPicture ? <IconPhoto size={16} aria-hidden="true" /> : <IconPhotoPlus size={16} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={24}
        tabIndex={-1}
        disabled={!canSave}
        style={canSave ? undefined : { background: 'none' }}
        aria-label={texts.saveRow(row.sn)}
        title={texts.saveRow(row.sn)}
        onClick={onSave}
      >
        <IconDeviceFloppy size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        tabIndex={-1}
        data-remove={index}
        aria-label={texts.removeRow(row.sn)}
        title={texts.removeRow(row.sn)}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}
