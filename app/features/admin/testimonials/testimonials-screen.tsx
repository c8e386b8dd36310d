import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToTestimonials, TestimonialForm } from './testimonial-form.tsx';
import { TestimonialList } from './testimonial-list.tsx';

/** /admin/testimonials, /admin/testimonials/new, /admin/testimonials/<id>. */
export default function TestimonialsScreen() {
  const editor = (
    <RowEditor
      table="testimonials"
      noun="testimonial"
      back={backToTestimonials}
      form={(testimonial, orphanedDraft) => (
        <TestimonialForm
          key={testimonial?.id ?? 'new'}
          loaded={testimonial}
          orphanedDraft={orphanedDraft}
        />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="testimonials" noun="testimonial" to="/admin/testimonials" />
            <TestimonialList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
