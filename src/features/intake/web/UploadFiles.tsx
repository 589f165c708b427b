import { type ReactNode, useRef, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import styles from './Upload.module.css'

/** One file input for the Excel file and its pictures (S-014), also a drop zone. Cleared after every choice (S-140). */
export function UploadFiles({
  disabled,
  small,
  onFiles,
  children,
}: {
  disabled: boolean
  small: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setDragOver] = useState(false)
  const chooseFiles = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (input.current) input.current.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  return (
    <div
      className={styles[small ? 'dropSmall' : 'drop']}
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragOver(false)
        if (!disabled) chooseFiles(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Excel file and pictures"
        disabled={disabled}
        onChange={(event) => chooseFiles(event.currentTarget.files)}
      />
      {small ? null : <IconFileSpreadsheet size={32} stroke={1.25} aria-hidden="true" />}
      {small ? null : (
        <Text size="sm" fw={600}>
          Drop an Excel file and its pictures here
        </Text>
      )}
      <Button
        variant={small ? 'default' : 'filled'}
        size={small ? 'xs' : 'sm'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {small ? 'Choose other files' : 'Choose files'}
      </Button>
      {children}
    </div>
  )
}
