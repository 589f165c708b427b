import { FileButton, FileInput, type FileInputProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

type Props = {
  accept: string
  multiple?: boolean
  /** Name of the file input, for the button's own does not say what is chosen. */
  label?: string
  onFiles: (files: readonly File[]) => void
  /** The button; gets what opens the browser's dialog. */
  children: (button: { onClick: () => void }) => ReactNode
}

/** A button that chooses files. It forgets them at once: a browser reports nothing when the same file is chosen again. */
export function FilePick({ accept, multiple = false, label, onFiles, children }: Props) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept={accept}
      multiple={multiple}
      resetRef={forget}
      {...(label ? { inputProps: { 'aria-label': label } } : {})}
      onChange={(chosen: File | File[] | null) => {
        forget.current?.()
        const files = chosen === null ? [] : [chosen].flat()
        if (files.length > 0) onFiles(files)
      }}
    >
      {children}
    </FileButton>
  )
}

type FieldProps = Omit<FileInputProps, 'onChange' | 'multiple' | 'value' | 'resetRef'> & {
  value?: File | null
  onChange: (file: File | null) => void
}

/** A field that keeps one file; a file that was corrected on the disk can be chosen again. */
export function FileField({ onChange, ...props }: FieldProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileInput
      {...props}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove file' }}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        onChange(file)
      }}
    />
  )
}
