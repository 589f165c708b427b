import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { activity, type Person } from '#features/activity/contract.ts'
import { lineBounds, type SubjectKind } from '#features/activity/rules.ts'
import { call } from '#kit/web/call.ts'
import { messageKeys } from '#kit/web/message-keys.ts'
import { previousOf } from '#kit/web/previous-of.ts'
import { typedMention } from './mention-text.ts'
import { texts } from './texts.ts'

type Props = {
  subject: SubjectKind
  id: string
  fieldId: string
  label: string
  internal: boolean
  text: string
  /** Takes the keyboard when it opens, at the end of its text. */
  hasFocus: boolean
  onText: (text: string) => void
  onNamed: (person: Person) => void
  onSend: () => void
}

/** A text in which @ offers the people who can be mentioned: arrows and Enter choose, Esc closes the list. */
export function MentionField(props: Props) {
  const { fieldId, label, text, onSend } = props
  const { field, combobox, people, isTyped, isRead, follow, choose } = useMentions(props)
  const keys = messageKeys(onSend)
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={260}>
      <Combobox.Target withKeyboardNavigation={people.length > 0} withExpandedAttribute={people.length > 0}>
        <Textarea
          ref={field}
          id={fieldId}
          aria-label={label}
          placeholder={texts.placeholder}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={lineBounds.text}
          value={text}
          onChange={({ currentTarget }) => follow(currentTarget.value, currentTarget.selectionStart)}
          onBlur={() => combobox.closeDropdown()}
          // While the list is open, Esc closes that.
          onKeyDown={(event) => (event.key === 'Escape' && isTyped ? undefined : keys(event))}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isTyped}>
        <Combobox.Options aria-label={texts.people}>
          {people.map(({ id: personId, name, isStaff }) => (
            <Combobox.Option key={personId} value={personId} onMouseDown={(event) => event.preventDefault()}>
              {name} <small>{isStaff ? texts.staff : texts.client}</small>
            </Combobox.Option>
          ))}
          {people.length === 0 && isRead ? <Combobox.Empty>{texts.nobody}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The people who fit what is typed after an @, and what happens when one is chosen. */
function useMentions({ subject, id, internal, text, hasFocus, onText, onNamed }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<{ from: number; search: string }>()
  const combobox = useCombobox({ onDropdownClose: () => setTyped(undefined) })
  const list = ['people to mention', subject, id, internal]
  const { data } = useQuery({
    queryKey: [...list, typed?.search],
    queryFn: ({ signal }) =>
      call(activity.people, { subject, id, search: typed?.search ?? '', internal: String(internal) }, { signal }),
    enabled: typed !== undefined,
    placeholderData: previousOf(list),
    staleTime: 30_000,
  })
  const people = typed ? (data?.people ?? []) : []

  const follow = (value: string, caret: number) => {
    onText(value)
    const found = typedMention(value, caret)
    setTyped(found)
    if (found) combobox.openDropdown()
    else combobox.closeDropdown()
  }
  // Enter chooses the first one, also of those that come after the last key.
  const shown = people.map((person) => person.id).join(' ')
  const markFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (shown !== '') markFirst()
  }, [shown])
  const start = useEffectEvent(() => {
    if (!hasFocus || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(text.length, text.length)
    follow(text, text.length)
  })
  useEffect(() => start(), [])
  const choose = (chosen: string) => {
    const person = people.find((one) => one.id === chosen)
    if (!person || !typed) return
    const end = typed.from + 1 + typed.search.length
    onText(`${text.slice(0, typed.from)}@${person.name} ${text.slice(end)}`)
    onNamed(person)
    combobox.closeDropdown()
    field.current?.focus()
  }
  return { field, combobox, people, isTyped: typed !== undefined, isRead: data !== undefined, follow, choose }
}
