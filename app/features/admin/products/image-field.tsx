import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useCallback, useRef } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { ChooseButton } from '../pictures/choose-button.tsx';
import { DropZone } from '../uploads/drop-zone.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { type ProductImage, SortableImage } from './sortable-image.tsx';

interface ImageFieldProps {
  value: readonly ProductImage[];
  onChange: (images: ProductImage[]) => void;
}

/** A product's pictures: upload, reorder (by pointer or keys), alternative text, remove. */
export function ImageField({ value, onChange }: ImageFieldProps) {
  // Uploads finish later and must apply to the list as it is by then.
  const latest = useRef(value);
  latest.current = value;
  const set = useCallback(
    (images: ProductImage[]) => {
      latest.current = images;
      onChange(images);
    },
    [onChange],
  );
  const add = useCallback((url: string) => set([...latest.current, { url, alt: '' }]), [set]);
  const { running, problems, upload } = useUploads('image', add);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const place = (id: unknown) => value.findIndex(({ url }) => url === id);

  function move({ active, over }: DragEndEvent): void {
    if (over && active.id !== over.id) {
      set(arrayMove([...value], place(active.id), place(over.id)));
    }
  }

  return (
    <div className="space-y-4">
      {value.length > 0 ? (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={move}
          accessibility={{ announcements: announce(place) }}
        >
          <SortableContext
            items={value.map(({ url }) => url)}
            strategy={verticalListSortingStrategy}
          >
            <ul className="space-y-3">
              {value.map((image, index) => (
                <SortableImage
                  key={image.url}
                  image={image}
                  position={index + 1}
                  onAlt={(alt) =>
                    set(value.map((each) => (each.url === image.url ? { ...each, alt } : each)))
                  }
                  onRemove={() => set(value.filter(({ url }) => url !== image.url))}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      ) : null}
      <DropZone
        kind="image"
        label="Add images"
        multiple
        running={running}
        problems={problems}
        onFiles={(files) => void upload(files)}
      />
      <ChooseButton
        onChoose={(url, alt) => {
          if (value.some((image) => image.url === url)) {
            showToast({ title: 'This product already has that picture' });
          } else set([...value, { url, alt }]);
        }}
      />
    </div>
  );
}

/** What screen readers announce while a picture is being moved. */
function announce(place: (id: unknown) => number): Announcements {
  return {
    onDragStart: ({ active }) => `Image ${place(active.id) + 1} picked up.`,
    onDragOver: ({ over }) => (over ? `At position ${place(over.id) + 1}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Dropped at position ${place(over.id) + 1}.` : 'Dropped.'),
    onDragCancel: () => 'Move canceled.',
  };
}
